import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { BaseError, UserRejectedError } from '@latchkey/kernel/plugin'
import { fakeAccount } from '@latchkey/kernel/testing'
import { afterEach, expect, it } from 'vitest'
import { byTestId, findTestId, judge, show, type Shown, text, until } from '../../../../ui-react/test/show.js'
import {
  alice,
  allowance,
  everyKind,
  spender,
  testApprovals,
  type TestApprovals,
} from '../../test/testApprovals.js'
import { Approvals } from '../ApprovalsService.js'
import { ApprovalsRoute } from '../routes.js'
import { approvals } from './index.js'

let shown: Shown | undefined
afterEach(async () => {
  await shown?.unmount()
  shown = undefined
})

async function openList(data: TestApprovals = testApprovals()) {
  const own = approvals({ spenders: { 'eip155:1': { [spender]: 'Example market' } } })
  shown = await show([data.chain, own], [fakeAccount('eip155:1', alice)])
  const navigation = shown.kernel.get(Navigation)
  await until(() => expect(navigation.draws(ApprovalsRoute.name)).toBe(true))
  navigation.open(AccountRoute)
  ;(await findTestId('wallet-features-approvals-button')).click()
  return { data, navigation }
}
const press = async (id: string) => (await findTestId(id)).click()

it('lists from the action of the account who may move what, and what is at risk', async () => {
  await openList()
  const row = await findTestId('approval-1')
  expect(row.innerText.replaceAll('\u00a0', ' ')).toMatch(
    /USDC[\s\S]*Example market[\s\S]*5 USDC[\s\S]*2 USDC at risk/,
  )
  expect((await findTestId('approval-2')).innerText).toContain('Unlimited')
  expect((await findTestId('approval-3')).innerText).toContain('through Permit2')
  expect((await findTestId('approval-3')).innerText).toContain('Nothing at risk')
  expect((await findTestId('approval-4')).innerText).toContain('#17')
  expect((await findTestId('approval-5')).innerText).toContain('Whole collection')
  await judge('approvals')
})

it('takes one back after showing what it costs, and lists what is left', async () => {
  const { data } = await openList()
  await press('approval-2')
  expect((await findTestId('approvals-fee')).innerText).toContain('0.001')
  expect(byTestId('approvals-account')?.innerText).toMatch(/^Account\s+\S/)
  expect(byTestId('approvals-network')?.innerText).toMatch(/^Network\s+\S/)
  await judge('approvals-review')
  await press('approvals-confirm')
  await findTestId('revoke-asking')
  data.wallet.resolve()
  await findTestId('revoke-pending')
  data.standing = everyKind.filter(({ id }) => id !== '2')
  data.decision.resolve({ status: 'confirmed', transactions: ['0xabc'] })
  await findTestId('revoke-confirmed')
  expect(byTestId('revoke-token')?.innerText).toMatch(/^Token\s+USDC$/)
  expect(byTestId('revoke-app')?.innerText).toMatch(/^App\s+\S/)
  expect(byTestId('revoke-paid-fee')?.innerText).toMatch(/^Max network fee\s+\S*0\.001/)
  expect(byTestId('revoke-at-time')?.innerText).toMatch(/^Time\s+\d/)
  expect(byTestId('revoke-explorer')?.getAttribute('href')).toContain('0xabc')
  await press('revoke-again')
  await findTestId('approval-1')
  expect(byTestId('approval-2')).toBeNull()
  expect(data.asked).toEqual([[{ revoke: '2' }]])
})

it('says what the network will likely take and the set-up in it, beside the most', async () => {
  const coin = (value: bigint) => ({ value, decimals: 18, symbol: 'ETH' })
  await openList(testApprovals({ likelyFee: coin(10n ** 14n), setUpFee: coin(10n ** 13n) }))
  await press('approval-2')
  expect((await findTestId('approvals-fee-likely')).innerText).toContain('0.0001')
  expect((await findTestId('approvals-fee-set-up')).innerText).toContain('0.00001')
  expect((await findTestId('approvals-fee')).innerText).toContain('0.001')
})

it('names no fee where the owner who executes it pays', async () => {
  await openList(testApprovals({ fee: { value: 0n, decimals: 18, symbol: 'ETH' }, feePayer: 'executor' }))
  await press('approval-2')
  expect((await findTestId('approvals-fee')).innerText).toContain('Paid by the owner who executes it')
  expect((await findTestId('approvals-confirm')).innerText).toBe('Propose to revoke')
})

it('takes all back that are shown', async () => {
  const { data } = await openList()
  await press('approvals-revoke-all')
  await findTestId('approvals-confirm')
  expect(data.asked).toEqual([everyKind.flatMap(({ revoke }) => revoke)])
})

it('is calm when the person declines, and asks again', async () => {
  const { data } = await openList()
  await press('approval-1')
  await press('approvals-confirm')
  data.wallet.reject(new UserRejectedError())
  await until(() => expect(text()).toContain('Nothing was changed.'))
  expect(byTestId('approvals-confirm')).not.toBeNull()
})

it('warns where a trial run takes something, or leaves the approval', async () => {
  const token = { address: '0x1', symbol: 'USDC', decimals: 6 }
  const changes = [{ address: alice, amount: { value: -1n, decimals: 6, symbol: 'USDC' } }]
  await openList(testApprovals({ changes, allowances: [{ token, spender, amount: 5n }] }))
  await press('approval-1')
  await findTestId('approvals-review')
  expect(text()).toContain('It may be a scam')
  expect(text()).toContain('keeps the approval after you revoke it')
  expect(byTestId('approvals-confirm')?.dataset['variant']).toBe('danger')
})

it('asks no wallet for a revoking that takes something until the person has accepted the loss', async () => {
  const changes = [
    { address: alice, amount: { value: -2_500_000n, decimals: 6, symbol: 'USDC' } },
    {
      address: alice,
      asset: '0xca',
      collectible: { id: '17' },
      amount: { value: -1n, decimals: 0, symbol: '' },
    },
    { address: spender, amount: { value: -9n, decimals: 6, symbol: 'USDC' } },
  ]
  const { data } = await openList(testApprovals({ changes }))
  await press('approval-1')
  const confirm = (await findTestId('approvals-confirm')) as HTMLButtonElement
  expect(confirm.disabled).toBe(true)
  const service = shown!.kernel.get(Approvals)
  // A call of the service is held to the same as a press of the button.
  const prepared = await service.prepare(['1'])
  await service.revoke(prepared)
  expect(service.state.revoking).toMatchObject({ phase: 'refused', error: { code: 'DANGER_NOT_ACCEPTED' } })
  const box = await findTestId('approvals-accept-loss')
  expect(box.closest('label')?.textContent?.replace(/[\u2066\u2069]/g, '')).toBe(
    'I accept losing 2.5\u00a0USDC and NFT #17',
  )
  await judge('approvals-review')
  box.click()
  await until(() => expect(confirm.disabled).toBe(false))
  confirm.click()
  await findTestId('revoke-asking')
  data.wallet.resolve()
  await findTestId('revoke-pending')
})

it('says that a first reading failed, and keeps a list whose next one fails, with its age and another try', async () => {
  const { answer, data } = await failing()
  await until(() => expect(text()).toContain('The network is away.'))
  data.answer = answer
  ;[...document.querySelectorAll('button')].find((one) => one.innerText.includes('Try again'))?.click()
  await findTestId('approval-1')
  expect(byTestId('approvals-old')).toBeNull()
  data.answer = away
  await shown?.kernel.get(Approvals).read()
  expect((await findTestId('approvals-old')).innerText).toMatch(
    /Couldn’t update your approvals\. This is from .*\d/,
  )
  expect(byTestId('approval-1')).not.toBeNull()
  await judge('approvals')
  data.answer = answer
  await press('approvals-old-retry')
  await until(() => expect(byTestId('approvals-old')).toBeNull())
  expect(byTestId('approval-1')).not.toBeNull()
})

const away = () => Promise.reject(new BaseError('The network is away.', { code: 'GONE' }))

/** The list, whose first reading fails. */
async function failing() {
  const data = testApprovals()
  const { answer } = data
  data.answer = away
  await openList(data)
  return { data, answer }
}

it('shows names of tokens as one plain line', async () => {
  const data = testApprovals()
  const symbol = '<img src=x onerror=alert(1)>\u202eRESU'
  const token = { address: `0x${'7'.repeat(40)}`, symbol, name: symbol, decimals: 6 }
  data.standing = [allowance('7', { token, atRisk: { value: 1n, decimals: 6, symbol } })]
  await openList(data)
  const row = await findTestId('approval-7')
  expect(row.innerText).not.toContain('\u202e')
  expect(row.querySelector('img[src="x"]')).toBeNull()
})

const cut = { code: 'APPROVALS_LEFT_OUT', message: 'There are too many approvals to show.' }
it.each([
  ['to the first block', {}, 'We found no app that can move your tokens on Ethereum.'],
  ['to some block', { searched: { fromBlock: 1_234n } }, 'from before block 1,234 may be missing.'],
  ['with a gap', { gaps: [cut] }, cut.message],
])('says that it looked %s and found nothing, and no more than that', async (_, answer, told) => {
  const data = testApprovals()
  data.answer = async () => ({ allowances: [], gaps: [], ...answer })
  await openList(data)
  await until(() => expect(text()).toContain('No approvals'))
  expect(text()).toContain(told)
  const isWhole = Object.keys(answer).length === 0
  expect(text().includes('No approvals found so far')).toBe(!isWhole)
  expect(text().includes('We couldn’t look at everything.')).toBe(!isWhole)
})

it('says what the owner can’t take back, and that the list is whole all the same', async () => {
  const data = testApprovals()
  const notice = {
    code: 'PERMANENT_DELEGATES',
    message: 'Their issuers can always move these tokens: \u202eCAT',
  }
  data.answer = async () => ({ allowances: [], gaps: [], notices: [notice] })
  await openList(data)
  await until(() => expect(text()).toContain('Their issuers can always move these tokens: CAT'))
  expect(text()).toContain('We found no app that can move your tokens on Ethereum.')
  expect(text()).not.toContain('No approvals found so far')
})

it('says where the amount at risk isn’t known', async () => {
  const data = testApprovals()
  const { atRisk: _, ...unknown } = allowance('1')
  data.standing = [unknown]
  await openList(data)
  expect((await findTestId('approval-1')).innerText).toContain('Amount at risk unknown')
  await press('approval-1')
  expect((await findTestId('approvals-review')).innerText).toContain('Amount at risk unknown')
})

it('says that an approval still stands after the network took the transaction', async () => {
  const { data } = await openList()
  await press('approval-2')
  await press('approvals-confirm')
  data.wallet.resolve()
  data.decision.resolve({ status: 'confirmed', transactions: ['0xabc'] })
  await findTestId('revoke-failed')
  expect(text()).toContain('It still stands')
  expect(text()).not.toContain('Revoked')
})

it('keeps what was chosen in the review, and lets nothing be confirmed once it is gone', async () => {
  const { data } = await openList()
  await press('approval-1')
  await findTestId('approvals-confirm')
  const before = (await findTestId('approvals-review')).innerText
  expect(before).toContain('USD Coin')
  data.standing = everyKind.filter(({ id }) => id !== '1')
  await shown?.kernel.get(Approvals).read()
  await until(() => expect(text()).toContain('The list has changed.'))
  expect(await findTestId('approvals-confirm')).toHaveProperty('disabled', true)
  expect(text()).toContain('USD Coin')
})

it('stops waiting for the wallet, and asks it again', async () => {
  const { navigation } = await openList()
  await press('approval-1')
  await press('approvals-confirm')
  await press('revoke-no-answer')
  await press('revoke-stop')
  await until(() => expect(byTestId('revoke-asking')).toBeNull())
  navigation.push(ApprovalsRoute)
  await findTestId('approval-1')
})

it('names what is left out', async () => {
  const data = testApprovals()
  const { prepare } = data
  data.standing = [allowance('1'), allowance('2', { token: { address: '0x2', symbol: 'FAKE', decimals: 6 } })]
  data.prepare = async (request) => {
    if (request.calls.some((call) => (call as { revoke: string }).revoke === '2'))
      throw new Error('It reverts.')
    return prepare(request)
  }
  await openList(data)
  await press('approvals-revoke-all')
  await findTestId('approvals-confirm')
  expect(text()).toContain('Left out, because revoking would fail: FAKE.')
})
