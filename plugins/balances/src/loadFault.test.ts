import { createKernel } from '@latchkey/kernel'
import { Session } from '@latchkey/kernel/wallet'
import { fakeStorage } from '@latchkey/kernel/testing'
import { expect, it, vi } from 'vitest'
import { alice, one, testWalletData } from '../test/testWalletData.js'
import { balances } from './balances.js'
import { Balances } from './BalancesService.js'

it('says that the code could not be loaded, and reads once it can be', async () => {
  vi.doMock('./lazy/createBalancesController.js', () => {
    throw new Error('The page is offline')
  })
  const kernel = createKernel([...testWalletData().plugins, balances()], {
    storage: fakeStorage(),
    logLevel: 'silent',
  })
  await kernel.start()
  await kernel.get(Session).connect({ connectorId: 'fake.wallet' })
  const { state, ...service } = kernel.get(Balances)
  const stop = service.watch()
  await vi.waitFor(() => expect(state.fault).toMatchObject({ code: 'LOAD_FAILED' }), 10_000)
  expect(state.entries).toEqual({})

  vi.doUnmock('./lazy/createBalancesController.js')
  await service.refresh()
  expect(state.fault).toBeUndefined()
  expect(state.entries[`${one}:${alice}`]?.status).toBe('success')
  stop()
  await kernel.dispose()
})
