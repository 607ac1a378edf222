export { __camel__ } from './__camel__.js'
export type { __pascal__Options } from './__camel__.js'
