import { pluginSuite } from '@latchkey/kernel/testing'
import { describe, expect, it, test } from 'vitest'
import manifest from '../package.json' with { type: 'json' }
import * as evm from './evm/index.js'
import * as entry from './index.js'

describe('plugin', () => {
  pluginSuite({ test, create: () => entry.swap(), manifest })
})

it('exports these names and no others', () => {
  expect([Object.keys(entry).sort(), Object.keys(evm).sort()]).toMatchInlineSnapshot(`
    [
      [
        "SwapApprovalFailed",
        "SwapFailed",
        "SwapInitiated",
        "SwapOpened",
        "SwapPreviewRoute",
        "SwapProgressRoute",
        "SwapReader",
        "SwapRejected",
        "SwapRoute",
        "SwapSelectTokenRoute",
        "SwapSource",
        "SwapSucceeded",
        "Swapper",
        "checkSwapCalls",
        "joinSwapReaders",
        "judgeImpact",
        "judgeSlippage",
        "slippageBounds",
        "swap",
        "swapError",
        "swapSigning",
        "swapSource",
      ],
      [
        "evmSwaps",
        "serviceSwaps",
      ],
    ]
  `)
})
