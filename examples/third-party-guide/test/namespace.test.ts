import { createKernel } from '@latchkey/kernel'
import { Explorer, type TokenType } from '@latchkey/kernel/contracts'
import { Namespace, type NamespaceContribution } from '@latchkey/kernel/plugin'
import { namespaceSuite, pluginSuite } from '@latchkey/kernel/testing'
import { expect, test } from 'vitest'
import { example } from '../guide/chain/example.js'
import manifest from '../guide/chain/manifest.json'
import { other, own } from './createExampleApi.js'

const kernel = createKernel([example()], { logLevel: 'silent' })
const namespace = kernel.list(Namespace)[0] as NamespaceContribution

pluginSuite({ test, create: example, manifest })

namespaceSuite({
  test,
  create: () => namespace,
  valid: [own, other],
  invalid: [own.slice(0, -1), `${own}a`, own.toUpperCase(), own.replace('ex1', 'ex2')],
})

test('links accounts and transactions to the explorer', () => {
  const entry = namespace.capabilities.find(({ token }) => token.id === Explorer.id)
  const explorer = entry?.value as TokenType<typeof Explorer>
  const network = namespace.networks[0]?.id
  expect(network).toBe('example:mainnet')
  const links = [explorer.addressUrl('example:mainnet', own), explorer.transactionUrl('example:mainnet', '7')]
  expect(links).toEqual([`https://explorer.example.com/address/${own}`, 'https://explorer.example.com/tx/7'])
})
