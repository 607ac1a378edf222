import { Feature } from '@latchkey/kernel/plugin'
import { SignMessage } from '@latchkey/kernel/contracts'
import { pluginSuite } from '@latchkey/kernel/testing'
import { Navigation } from '@latchkey/kernel/wallet'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { stamps as stampsWithView } from '../guide/feature/stamps-2.js'
import { StampRoute, Stamps, stamps } from '../guide/feature/stamps.js'
import manifest from '../guide/publishing/manifest.json'
import { isSigned } from './createExampleApi.js'
import { startPage } from './startPage.js'

let page: Awaited<ReturnType<typeof startPage>>
beforeEach(async () => {
  page = await startPage(stamps())
})
afterEach(() => page.stop())

pluginSuite({ test, create: stamps, manifest })
// A list, as the entry for React returns it.
pluginSuite({ test, create: stampsWithView, manifest })

test('signs with the active wallet, and keeps the signature', async () => {
  await page.connect()
  const service = page.kernel.get(Stamps)
  await service.stamp('Hello')
  expect(isSigned('Hello', service.state.signature)).toBe(true)
})

test('tells that the person declined, and signs nothing', async () => {
  await page.connect()
  page.wallet.reject()
  const service = page.kernel.get(Stamps)
  await expect(service.stamp('Hello')).rejects.toMatchObject({ code: 'USER_REJECTED' })
  expect(service.state.signature).toBeUndefined()
})

test('asks nobody without a wallet', async () => {
  await page.kernel.get(Stamps).stamp('Hello')
  expect(page.wallet.state.prompts).toBe(0)
})

test('is an action for wallets that sign, and opens its route where a shell draws that', async () => {
  await page.connect()
  const navigation = page.kernel.get(Navigation)
  navigation.attach((name) => name === StampRoute.name)
  const feature = page.kernel.list(Feature).find(({ id }) => id === 'com.example.stamps')
  expect(feature?.needs).toBe(SignMessage)
  feature?.open()
  expect(navigation.state.entries.map(({ name }) => name)).toEqual(['ExampleStamp'])
})
