import { activityTests } from './activityTests.js'
import { collectiblesTests } from './collectiblesTests.js'
import type { WalletDataGroup, WalletDataHarness, WalletDataSuiteOptions } from './harness.js'
import { holdingsTests } from './holdingsTests.js'
import { namesTests } from './namesTests.js'
import { pricesTests } from './pricesTests.js'

/** One test of a group. Does nothing where the harness has not what it is about. */
export interface SuiteTest {
  readonly title: string
  run(harness: WalletDataHarness): Promise<void>
}

const groups: Readonly<Record<WalletDataGroup, readonly SuiteTest[]>> = {
  holdings: holdingsTests,
  activity: activityTests,
  names: namesTests,
  prices: pricesTests,
  collectibles: collectiblesTests,
}

/**
 * What every provider of these tokens must do, wherever it takes its answers from.
 *
 * @example
 * walletDataSuite({ test, create: () => ({ holdings: kernel.get(Holdings), facts: { … } }) })
 */
export function walletDataSuite({ test, create, skip = [] }: WalletDataSuiteOptions): void {
  for (const [group, tests] of Object.entries(groups)) {
    if (skip.includes(group as WalletDataGroup)) continue
    for (const { title, run } of tests) {
      test(`${group}: ${title}`, async () => {
        const harness = await create()
        try {
          await run(harness)
        } finally {
          await harness.stop?.()
        }
      })
    }
  }
}
