import type { Found } from '../detect-pattern.ts';
import { linesOf, type SyntaxNode } from '../structure.ts';

/** Statements that drop a promise, told by a syntax tree: over several lines, by scope, and by class. */

const FUNCTIONS = new Set([
  'function_declaration',
  'generator_function_declaration',
  'function_expression',
  'arrow_function',
  'method_definition',
]);

const isAsync = (node: SyntaxNode): boolean =>
  node.children().some((child) => child.kind() === 'async') ||
  /^:\s*Promise</.test(node.field('return_type')?.text() ?? '');

const names = (node: SyntaxNode | null, name: string): boolean =>
  node?.findAll({ rule: { kind: 'identifier' } }).some((one) => one.text() === name) ?? false;

const hasParameter = (node: SyntaxNode, name: string): boolean =>
  names(node.field('parameters'), name) || node.field('parameter')?.text() === name;

const declarationsIn = (block: SyntaxNode): SyntaxNode[] =>
  block.children().flatMap((child) => (child.kind() === 'export_statement' ? child.children() : [child]));

/** Whether a statement declares a name: as an async function, as something else, or not at all. */
const declared = (node: SyntaxNode, name: string): boolean | null => {
  if (node.kind() === 'function_declaration') return node.field('name')?.text() === name ? isAsync(node) : null;
  if (node.kind() !== 'lexical_declaration' && node.kind() !== 'variable_declaration') return null;
  for (const one of node.children()) {
    if (one.kind() !== 'variable_declarator' || one.field('name')?.text() !== name) continue;
    const value = one.field('value');
    return value !== null && FUNCTIONS.has(String(value.kind())) && isAsync(value);
  }
  return null;
};

/** What a name stands for where it is called: the nearest declaration decides. */
const isAsyncName = (call: SyntaxNode, name: string): boolean => {
  for (let at = call.parent(); at; at = at.parent()) {
    if (FUNCTIONS.has(String(at.kind())) && hasParameter(at, name)) return false;
    for (const statement of declarationsIn(at)) {
      const known = declared(statement, name);
      if (known !== null) return known;
    }
  }
  return false;
};

/** A method of `this`, in the class or object around the call. */
const isAsyncMethod = (call: SyntaxNode, name: string): boolean => {
  for (let at = call.parent(); at; at = at.parent()) {
    if (at.kind() !== 'class_body' && at.kind() !== 'object') continue;
    return at
      .children()
      .some((one) => one.kind() === 'method_definition' && one.field('name')?.text() === name && isAsync(one));
  }
  return false;
};

const dropsPromise = (call: SyntaxNode): boolean => {
  const callee = call.field('function');
  if (callee?.kind() === 'identifier') return isAsyncName(call, callee.text());
  const own = callee?.kind() === 'member_expression' && callee.field('object')?.kind() === 'this';
  return own === true && isAsyncMethod(call, callee?.field('property')?.text() ?? '');
};

/** Finds statements that only call something async of this file. */
export function* floatingCalls(root: SyntaxNode): Generator<Found> {
  for (const statement of root.findAll({ rule: { kind: 'expression_statement' } })) {
    const call = statement.child(0);
    if (call?.kind() === 'call_expression' && dropsPromise(call)) yield linesOf(statement);
  }
}
