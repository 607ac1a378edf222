import { createKernel } from '@latchkey/kernel'
import { Feature } from '@latchkey/kernel/plugin'
import { expect, test } from 'vitest'
import { __camel__ } from '../src/index.js'

test('says where its action stands', async () => {
  const kernel = createKernel([__camel__()], { logLevel: 'silent' })
  const order = kernel.list(Feature).find(({ id }) => id === '__pluginId__')?.order
  await kernel.dispose()
  expect(
    order,
    `Next: say where the action stands among the others. In src/__camel__.ts, put this behind "needs: SignMessage,":

  order: 450,

Swap has 200, receive 300, send 400, and what manages the account 900. README.md says what comes after that.
`,
  ).toEqual(expect.any(Number))
})
