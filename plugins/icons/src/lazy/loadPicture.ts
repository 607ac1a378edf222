import type { NetworkId } from '@latchkey/kernel/plugin'
import type { PictureSubject } from '@latchkey/kernel/contracts'
import { coins, type Load, networks, tokenIds, tokens, walletIds, wallets } from './catalogue.js'

export async function loadPicture(subject: PictureSubject): Promise<string | undefined> {
  return (await find(subject)?.())?.default
}

function find(subject: PictureSubject): Load | undefined {
  if (subject.kind === 'network') return own(networks, subject.networkId)
  if (subject.kind === 'coin') return own(coins, subject.symbol.toUpperCase())
  if (subject.kind === 'token') {
    const id = assetIds(subject.networkId, subject.address)
      .map((each) => own(tokenIds, each))
      .find((each) => each !== undefined)
    return id === undefined ? undefined : own(tokens, id)
  }
  const { walletId, rdns } = subject
  const byId = walletId === undefined ? undefined : own(wallets, walletId)
  const announced = rdns === undefined ? undefined : own(walletIds, rdns.toLowerCase())
  return byId ?? (announced === undefined ? undefined : own(wallets, announced))
}

/** CAIP-19. The standard of a token is not asked for, so all that the catalogue knows are tried. */
function assetIds(networkId: NetworkId, address: string): readonly string[] {
  if (networkId.startsWith('eip155:')) return [`${networkId}/erc20:${address.toLowerCase()}`]
  return [`${networkId}/token:${address}`, `${networkId}/asset:${address}`]
}

/** An id comes from outside: `constructor` is not a picture. */
const own = <T>(list: Readonly<Record<string, T>>, id: string): T | undefined =>
  Object.hasOwn(list, id) ? list[id] : undefined
