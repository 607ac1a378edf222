import { createKernel, memoryStorage } from '@latchkey/kernel'
import { definePlugin, Feature } from '@latchkey/kernel/plugin'
import { expect, it } from 'vitest'
import { receive } from '../../receive/src/index.js'
import { send } from '../../send/src/index.js'
import { swap } from '../../swap/src/index.js'
import { onramp } from './index.js'

it('the wallet’s features are ordered onramp, swaps, receive, send by their own numbers, however they are listed', async () => {
  let features: readonly { readonly id: string; readonly order?: number }[] = []
  const probe = definePlugin({
    id: 'test.probe',
    kernel: '^1.0.0',
    setup: (context) => ({
      start() {
        features = context.list(Feature)
      },
    }),
  })
  const plugins = [send(), receive(), swap(), onramp(), probe]
  const kernel = createKernel(plugins, {
    storage: memoryStorage(),
    logLevel: 'silent',
    onPluginError: 'throw',
  })
  await kernel.start()
  const orders = features.map(({ id, order }) => [id, order])
  expect(Object.fromEntries(orders)).toEqual({ onramp: 100, swaps: 200, receive: 300, send: 400 })
  await kernel.dispose()
})
