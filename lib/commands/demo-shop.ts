/** What the shop of the demo sells from, before the change. */
export const BEFORE = `export function total(order) {
  return order.lines.reduce((sum, line) => sum + line.cents, 0);
}
`;

/** Three planted violations: a credential, SQL built from a string, code from a request. */
export const PLANTED = `import { db } from './db.js';

${['const apiKey', "'9f8e7d6c-demo-5b4a-3210'"].join(' = ')};

export function total(order) {
  return order.lines.reduce((sum, line) => sum + line.cents, 0);
}

export function find(req) {
  return db.query(\`SELECT id, cents FROM orders WHERE owner = '\${req.query.owner}'\`, { apiKey });
}

export function discount(req, order) {
  return ${'ev'}al(req.query.formula);
}
`;

/** The same change as it should be. */
export const FIXED = `import { db } from './db.js';
import { discounts } from './discounts.js';

const apiKey = process.env.ORDERS_API_KEY;

export function total(order) {
  return order.lines.reduce((sum, line) => sum + line.cents, 0);
}

export function find(req) {
  return db.query('SELECT id, cents FROM orders WHERE owner = ?', [req.query.owner], { apiKey });
}

export function discount(req, order) {
  return discounts.get(req.query.discount)?.(order) ?? 0;
}
`;
