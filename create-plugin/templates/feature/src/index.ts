export { __camel__ } from './__camel__.js'
export { __pascal__Route } from './__pascal__Route.js'
