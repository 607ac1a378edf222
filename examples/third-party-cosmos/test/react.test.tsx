import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createKernel } from '@latchkey/kernel'
import { fakeAccount, pluginSuite } from '@latchkey/kernel/testing'
import { KernelProvider } from '@latchkey/ui-react'
import { renderToString } from 'react-dom/server'
import { cosmosHub, osmosis } from '../src/index.js'
import { AddressesTab } from '../src/react/AddressesTab.js'
import { cosmos } from '../src/react/index.js'
import { createTestKeplr } from './testKeplr.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

pluginSuite({ test, create: () => cosmos(), manifest })

test('shows the account’s address on each chain', () => {
  const wallet = createTestKeplr()
  const account = fakeAccount(cosmosHub.id, wallet.addressOn('cosmos'))
  const kernel = createKernel(cosmos(), { logLevel: 'silent' })
  const tab = <AddressesTab account={account} networks={[cosmosHub, osmosis]} />
  const drawn = renderToString(<KernelProvider kernel={kernel}>{tab}</KernelProvider>)
  const text = drawn.replaceAll(/<!--.*?-->|<[^>]*>/g, '')
  for (const prefix of ['cosmos', 'osmo']) assert.ok(text.includes(wallet.addressOn(prefix)), text)
})
