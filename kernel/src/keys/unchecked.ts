/**
 * Keys a checked capability's original, which its plugin gave. The conformance suites read it, because the checked one leaves out
 * list entries that can't be read.
 */
export const unchecked: unique symbol = Symbol.for('latchkey.unchecked')
