/**
 * Where a capability whose answers are checked keeps what its plugin gave. For the conformance suites: they look at what the plugin
 * answers before the check leaves out what can't be read.
 */
export const unchecked: unique symbol = Symbol.for('latchkey.unchecked') as never
