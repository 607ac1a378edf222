import { createKernel } from '@latchkey/kernel'
import { View } from '@latchkey/kernel/plugin'
import { expect, test } from 'vitest'
import { __camel__ } from '../src/index.js'

test('says where its tab stands', async () => {
  const kernel = createKernel([__camel__()], { logLevel: 'silent' })
  const order = kernel.list(View).find(({ id }) => id === '__pluginId__.tab')?.order
  await kernel.dispose()
  expect(
    order,
    `Next: say where the tab stands among the others. In src/__camel__.ts, put this behind "id: '__pluginId__.tab',":

  order: 40,

Tokens have 10, NFTs 20 and the activity 30. README.md says what comes after that.
`,
  ).toEqual(expect.any(Number))
})
