import type { Network } from '@latchkey/kernel/plugin'
import * as z from 'zod/mini'
import type { RequestPayload } from '../protocol/requests.js'
import { networkShape } from '../protocol/shapes.js'

/** Returns what the app calls the networks that the frame may be asked about, as the protocol takes it. */
export function namesOfNetworks(
  networks: readonly Network[],
): NonNullable<RequestPayload<'syncDappData'>['networks']> {
  return networks
    .filter(({ id }) => z.safeParse(networkShape, id).success)
    .slice(0, 1000)
    .map(({ id, name, nativeCurrency }) => ({
      networkId: id,
      name: oneLine(name, 200),
      symbol: oneLine(nativeCurrency.symbol, 100),
    }))
}

const oneLine = (text: string, longest: number) => text.replaceAll(/\p{Cc}/gu, ' ').slice(0, longest)
