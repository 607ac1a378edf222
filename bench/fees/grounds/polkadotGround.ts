import { startPolkadot } from '@latchkey/devstack/polkadot'
import { Send } from '@latchkey/kernel/contracts'
import { definePolkadotNetwork, polkadot } from '@latchkey/plugin-polkadot'
import { createPolkadotTestWallet } from '@latchkey/testkit/polkadot'
import type { Ground } from '../Ground.js'
import { openPage } from './pageGround.js'

const ten = 10_000_000_000_000n

/** An account that sends little, and everything in the end. */
export async function polkadotGround(): Promise<Ground> {
  const stack = await startPolkadot()
  const { genesisHash, ss58Prefix, symbol, decimals, url } = stack
  const network = definePolkadotNetwork({
    ...{ genesisHash, ss58Prefix, name: 'Local', rpcUrls: [url] },
    nativeCurrency: { name: symbol, symbol, decimals },
  })
  const wallet = createPolkadotTestWallet()
  const page = await openPage(polkadot({ networks: [network] }), () => wallet.inject())
  const active = page.wallets.active('polkadot')
  const send = active?.use(Send)
  if (!active || !send) throw new Error('The wallet can’t send.')
  const { address } = active.account
  const known = stack.accounts[1]?.address ?? ''
  return {
    hasTokens: false,
    canEmpty: 'neither',
    async begin({ index, isNewReceiver }) {
      const to = isNewReceiver ? await addressOf(`//Receiver${index}`) : known
      return {
        maximum: () => send.maximum({ to }),
        prepare: (amount, everything) => send.prepare({ to, amount, everything }),
        least: ten / 10n,
        ceiling: ten,
        stays: ten,
        held: () => stack.balanceOf(address),
        balance: () => stack.balanceOf(address),
        received: () => stack.balanceOf(to),
      }
    },
    async stop() {
      await page.stop()
      await stack.stop()
    },
  }
}

/** The address of a key that nobody has used. */
async function addressOf(uri: string): Promise<string> {
  const { accounts } = await createPolkadotTestWallet({ accounts: [uri] }).provider.enable(
    'https://app.example.com',
  )
  return (await accounts.get())[0]?.address ?? ''
}
