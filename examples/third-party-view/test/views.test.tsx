import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { createKernel } from '@latchkey/kernel'
import { View } from '@latchkey/kernel/plugin'
import { fakeAccount, pluginSuite } from '@latchkey/kernel/testing'
import { KernelProvider } from '@latchkey/ui-react'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import AboutWallets from '../src/AboutWallets.js'
import AccountName from '../src/AccountName.js'
import { exampleViews } from '../src/index.js'

const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))

pluginSuite({ test, create: exampleViews, manifest })

const kernel = createKernel([exampleViews()], { logLevel: 'silent' })

/** Draws as a server does: what is seen without a page. */
const draw = (children: ReactNode, messages?: object) =>
  renderToString(createElement(KernelProvider, { kernel, children, ...(messages && { messages }) }))

test('adds one view, and takes the place of one of the shell’s', () => {
  assert.deepEqual(
    kernel.list(View).map(({ id }) => id),
    ['example.views.name', 'route:WhatIsAWallet'],
  )
})

test('shows the account by the wallet’s name for it, and never as markup', () => {
  const account = fakeAccount('test:1', 'alice')
  assert.match(draw(<AccountName account={{ ...account, label: 'Savings' }} />), />Savings</)
  assert.match(draw(<AccountName account={account} />), />Your account</)
  assert.match(draw(<AccountName account={{ ...account, label: '<b>x</b>' }} />), /&lt;b&gt;x/)
})

test('says it in the words of the host', () => {
  assert.match(draw(<AboutWallets />), /A wallet keeps your keys/)
  const translated = { exampleViews: { about: 'Ein Wallet bewahrt Ihre Schlüssel.' } }
  assert.match(draw(<AboutWallets />, translated), /Ein Wallet bewahrt/)
})
