import { startBitcoin } from '@latchkey/devstack/bitcoin'
import { Send } from '@latchkey/kernel/contracts'
import { bip122, bitcoinRegtest } from '@latchkey/plugin-bip122'
import { createBitcoinTestWallet } from '@latchkey/testkit/bitcoin'
import type { Ground } from '../Ground.js'
import { openPage } from './pageGround.js'

const funds = 50_000_000n
/** The least that an output has to hold, with room. */
const dust = 1_000n

/** An account whose wallet signs what the plugin puts together (PSBT). */
export async function bitcoinGround(): Promise<Ground> {
  const stack = await startBitcoin()
  const { id: networkId } = bitcoinRegtest
  const wallet = createBitcoinTestWallet({ esploraUrl: stack.url })
  const plugin = bip122({ networks: [bitcoinRegtest], esploraUrls: { [networkId]: [stack.url] } })
  const page = await openPage(plugin, () => wallet.register())
  const active = page.wallets.active('bip122')
  const send = active?.use(Send)
  if (!active || !send) throw new Error('The wallet can’t send.')
  const { address } = active.account
  return {
    hasTokens: false,
    async begin({ index, isNewReceiver }) {
      if ((await stack.balanceOf(address)) < funds) await stack.faucet(address, funds)
      const seed = (isNewReceiver ? index + 1 : 1).toString(16).padStart(32, '0')
      const to = createBitcoinTestWallet({ seed, esploraUrl: stack.url }).accounts[0]?.payment ?? ''
      return {
        maximum: () => send.maximum({ to }),
        prepare: (amount, everything) => send.prepare({ to, amount, everything }),
        least: dust,
        held: () => stack.balanceOf(address),
        balance: () => stack.balanceOf(address),
        received: () => stack.balanceOf(to),
        settle: () => stack.mine(1),
      }
    },
    async stop() {
      await page.stop()
      await stack.stop()
    },
  }
}
