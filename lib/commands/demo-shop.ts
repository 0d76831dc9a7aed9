/** What the shop of the demo sells from, before the change. */
const BEFORE_ORDERS = `export function total(order) {
  return order.lines.reduce((sum, line) => sum + line.cents, 0);
}
`;

const PLANTED_ORDERS = `import { db } from './db.js';

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

const FIXED_ORDERS = `import { db } from './db.js';
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

/** Files of the shop by their names. */
export type Shelf = Readonly<Record<string, string>>;

export const BEFORE: Shelf = { 'orders.js': BEFORE_ORDERS };

/** Three planted violations: a credential, SQL built from a string, code from a request. */
export const PLANTED: Shelf = { 'orders.js': PLANTED_ORDERS };

/** The same change as it should be. */
export const FIXED: Shelf = { 'orders.js': FIXED_ORDERS, '.env.example': 'ORDERS_API_KEY=\n' };
