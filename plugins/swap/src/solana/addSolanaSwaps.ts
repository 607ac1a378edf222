import type { NetworkId, PluginContext } from '@latchkey/kernel/plugin'
import { SolanaCalls } from '@latchkey/plugin-solana'
import { SwapReader } from '../SwapReader.js'
import { SwapSource, swapSource } from '../SwapSource.js'
import type { SolanaSwaps } from './lazy/createSolanaSwaps.js'

/** Jupiter's sixth version. */
export const jupiterProgram = 'JUP6LkbZbjS1jKKwapdHNy74zcZ3tLUZoi5QNyVTaV4'

export interface AddedSolanaSwaps {
  /** Starts the ids of both contributions. */
  readonly id: string
  readonly name: string
  readonly networkId: NetworkId
  load(): Promise<SolanaSwaps>
}

/** Adds a source of swaps on one cluster, with the reader of its calls. */
export function addSolanaSwaps(
  context: Pick<PluginContext, 'add'>,
  { id, name, networkId, load }: AddedSolanaSwaps,
): void {
  context.add(
    SwapSource,
    swapSource(SolanaCalls, {
      id,
      name,
      supports: (asked) => asked === networkId,
      load: async () => (await load()).quotes,
    }),
  )
  context.add(SwapReader, {
    id: `${id}.reader`,
    namespace: SolanaCalls.namespace,
    load: async () => (await load()).reader,
  })
}
