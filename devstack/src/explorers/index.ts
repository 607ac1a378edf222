export {
  type EvmExplorers,
  type EvmExplorersOptions,
  type ExplorerFaults,
  startEvmExplorers,
} from './startEvmExplorers.js'
