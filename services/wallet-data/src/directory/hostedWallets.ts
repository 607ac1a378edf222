import { wallets as facts } from './wallets.js'

/** A wallet as the directory of the contract describes it. Fields nobody verified are left out. */
export interface HostedWallet {
  readonly id: string
  readonly name: string
  readonly homepage?: string
  readonly order: number
  readonly mobile_link?: string
  readonly chrome_store?: string
  readonly rdns?: string
  /** The main network of each namespace the wallet is known to serve. */
  readonly chains?: readonly string[]
  readonly badge_type?: 'certified'
  readonly injected?: readonly { readonly namespace: string; readonly injected_id: string }[]
}

const mainNetworks: Readonly<Record<string, string>> = {
  eip155: 'eip155:1',
  solana: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  bip122: 'bip122:000000000019d6689c085ae165831e93',
  polkadot: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
  cosmos: 'cosmos:cosmoshub-4',
}

/** The wallets of the built-in directory that go on, in its order. */
export function hostedWallets(certified: ReadonlySet<string>): readonly HostedWallet[] {
  const open = facts.filter(({ closed }) => !closed)
  return open.map((wallet, index) => {
    const { id, name, homepage, namespaces, discovery, links, chromeStoreId } = wallet
    const mobile = links?.universal ?? links?.native
    const chains = namespaces?.flatMap((namespace) => mainNetworks[namespace] ?? [])
    const injected = [
      ...(discovery?.rdns ?? []).map((rdns) => ({ namespace: 'eip155', injected_id: rdns })),
      ...(discovery?.solana ? [{ namespace: 'solana', injected_id: discovery.solana }] : []),
      ...(discovery?.polkadot ? [{ namespace: 'polkadot', injected_id: discovery.polkadot }] : []),
    ]
    const [rdns] = discovery?.rdns ?? []
    return {
      id,
      name,
      order: index,
      ...(homepage ? { homepage } : {}),
      ...(mobile ? { mobile_link: mobile } : {}),
      ...(chromeStoreId ? { chrome_store: `https://chromewebstore.google.com/detail/${chromeStoreId}` } : {}),
      ...(rdns ? { rdns } : {}),
      ...(chains ? { chains } : {}),
      ...(certified.has(id) ? { badge_type: 'certified' as const } : {}),
      ...(injected.length > 0 ? { injected } : {}),
    }
  })
}
