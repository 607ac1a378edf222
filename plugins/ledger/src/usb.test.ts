// A browser that has WebUSB and no WebHID, as Chrome on Android.
import { createLedgerDevice } from '@latchkey/devstack/ledger'
import { Eip155Provider } from '@latchkey/plugin-eip155'
import { verifyMessage } from 'viem'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type LedgerBench, startLedgerBench } from '../test/ledgerBench.js'
import { createTestUsb } from '../test/testUsb.js'

const first = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
let bench: LedgerBench
afterEach(() => bench?.stop())

async function overUsb() {
  const device = createLedgerDevice()
  const usb = createTestUsb(device)
  bench = await startLedgerBench({ device, usb })
  const connect = () => bench.session.connect({ connectorId: 'ledger', namespaces: ['eip155'] })
  const sign = async (message: `0x${string}` = '0x68656c6c6f') =>
    bench.session.provider(Eip155Provider)?.request({ method: 'personal_sign', params: [message, first] })
  return { device, usb, connect, sign }
}

describe('over WebUSB', () => {
  it('connects and signs, and asks for the device once', async () => {
    const { usb, connect, sign, device } = await overUsb()
    expect(bench.connector.readiness?.()).toBe('loadable')
    await connect()
    const signature = (await sign()) as `0x${string}`
    expect(await verifyMessage({ address: first, message: 'hello', signature })).toBe(true)
    expect(device.controls.screens).toEqual([{ message: 'hello' }])
    expect(usb.prompts).toBe(1)
  })

  it('signs a message of many packets', async () => {
    const { connect, sign } = await overUsb()
    await connect()
    const long = `0x${'61'.repeat(3000)}` as const
    const signature = (await sign(long)) as `0x${string}`
    expect(await verifyMessage({ address: first, message: 'a'.repeat(3000), signature })).toBe(true)
  })

  it('says so when nothing is chosen, and when another program has it', async () => {
    const { usb, connect } = await overUsb()
    usb.isAllowed = false
    await expect(connect()).rejects.toMatchObject({ code: 'LEDGER_NOT_CONNECTED' })
    Object.assign(usb, { isAllowed: true, isTaken: true })
    await expect(connect()).rejects.toMatchObject({ code: 'LEDGER_BUSY' })
    usb.isTaken = false
    await connect()
    expect(bench.session.activeAccount('eip155')?.address).toBe(first)
  })

  it('says so when it is unplugged while the person decides', async () => {
    const { usb, connect, sign, device } = await overUsb()
    await connect()
    device.controls.person = 'waits'
    const signing = sign()
    const refused = expect(signing).rejects.toMatchObject({ code: 'LEDGER_UNPLUGGED' })
    await vi.waitFor(() => expect(device.controls.screens).toHaveLength(1), 20_000)
    usb.unplug()
    await refused
  })
})
