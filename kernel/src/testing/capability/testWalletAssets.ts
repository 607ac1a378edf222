import { WalletAssets } from '../../contracts/capabilities/walletAssets.js'
import { check } from '../suite.js'
import type { CapabilityTests } from './runCapability.js'
import { addressed, checkCoin } from './testReads.js'

/** Checks the assets that the wallet itself lists for an account. */
export function testWalletAssets({ test }: CapabilityTests): void {
  test(
    'walletAssets',
    'reads what the wallet offers without opening it, each once, with bigints',
    async (run) => {
      if (!run.find(WalletAssets)) return
      const request = { ...addressed(run), provider: run.harness.provider }
      const { raw, answer } = await run.ask(WalletAssets, 'read', request)
      if (answer === undefined) return
      check(
        raw?.length === answer.length,
        `every asset of read() of WalletAssets to be one that can be read, found ${answer.length} of ${raw?.length}`,
        'leave out what has no valid amount, and answer the rest by the contract',
      )
      const keys = answer.map(({ address }) => address?.toLowerCase() ?? 'the coin')
      const twice = keys.find((key, at) => keys.indexOf(key) !== at)
      check(twice === undefined, `each asset once, found ${twice} twice`, 'join what the wallet tells twice')
      for (const { address, amount } of answer) {
        if (address === undefined) checkCoin(run, amount, 'the coin of read() of WalletAssets')
      }
    },
  )
}
