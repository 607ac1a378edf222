export { __camel__ as plugin } from '../src/react/index.js'
