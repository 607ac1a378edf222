export {
  type EvmExplorers,
  type EvmExplorersOptions,
  type ExplorerFaults,
  startEvmExplorers,
} from './startEvmExplorers.js'
export { type Subscan, type SubscanOptions, startSubscan } from './startSubscan.js'
