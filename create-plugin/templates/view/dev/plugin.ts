export { __camel__ as plugin } from '../src/index.js'
