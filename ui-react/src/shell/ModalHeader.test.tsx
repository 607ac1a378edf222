import {
  AccountRoute,
  ConnectRoute,
  Navigation,
  NetworksRoute,
  Session,
  WhatIsAWalletRoute,
} from '@latchkey/kernel/wallet'
import { afterEach, expect, it } from 'vitest'
import { fakeChain, fakeWallet } from '../../test/fakeWallets.js'
import { mountShell, testKernel, unmountAll } from '../../test/mount.js'
import { byTestId, clickTestId, findTestId, findView, until } from '../../test/page.js'

afterEach(unmountAll)

const left = () => ['header-back', 'lk-header-help', 'lk-account-select-network'].filter((id) => byTestId(id))

async function shell(chain: Parameters<typeof fakeChain>[0] = {}) {
  const kernel = testKernel([fakeChain({ wallets: [fakeWallet('a')], ...chain })])
  mountShell(kernel)
  const navigation = kernel.get(Navigation)
  await until(() => navigation.draws('Connect'))
  return { kernel, navigation, connect: () => kernel.get(Session).connect({ connectorId: 'a' }) }
}

it('has help on the left of Connect, and the way back on the left of what follows', async () => {
  const { navigation } = await shell()
  navigation.open(ConnectRoute)
  await findTestId('lk-header-help')
  expect(left()).toEqual(['lk-header-help'])
  await clickTestId('lk-header-help')
  await findView('WhatIsAWallet')
  await until(() => byTestId('header-back'))
  expect(left()).toEqual(['header-back'])
  await findTestId('lk-header-close')
})

it('has the network on the left of the account, which leads to the networks', async () => {
  const { navigation, connect } = await shell()
  await connect()
  navigation.open(AccountRoute)
  await findTestId('lk-account-select-network')
  expect(left()).toEqual(['lk-account-select-network'])
  await clickTestId('lk-account-select-network')
  await findView('Networks')
  await until(() => left().includes('header-back'))
  expect(left()).toEqual(['header-back'])
})

it('has nothing on the left of a first view that is neither, and closing on the right of each', async () => {
  const { navigation, connect } = await shell()
  await connect()
  for (const open of [() => navigation.open(NetworksRoute), () => navigation.open(WhatIsAWalletRoute)]) {
    open()
    await findTestId('lk-header-close')
    expect(left()).toEqual([])
    await clickTestId('lk-header-close')
    await until(() => !navigation.state.open && !document.querySelector('dialog'))
  }
})

it('leaves the address of the page and its history as they are', async () => {
  const before = [location.href, history.length]
  const { navigation } = await shell()
  navigation.open(WhatIsAWalletRoute)
  await findView('WhatIsAWallet')
  navigation.push(NetworksRoute)
  await findView('Networks')
  navigation.back()
  await findView('WhatIsAWallet')
  expect([location.href, history.length]).toEqual(before)
})

it('changes the height of the modal in 150 ms', async () => {
  const { navigation } = await shell()
  navigation.open(WhatIsAWalletRoute)
  const body = await until(() => document.querySelector('.lk-modal-body[data-ready]'))
  const { transitionProperty, transitionDuration } = getComputedStyle(body)
  expect([transitionProperty, transitionDuration]).toEqual(['block-size', '0.15s'])
})
