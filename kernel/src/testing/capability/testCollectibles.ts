import { CollectibleTransfers } from '../../contracts/capabilities/collectibleTransfers.js'
import { check } from '../suite.js'
import { type CapabilityRun, type CapabilityTests, codedFailure } from './runCapability.js'

/** How collectibles are moved. */
export function testCollectibles({ test }: CapabilityTests): void {
  test(
    'collectibles',
    'prepares a transfer without opening the wallet, and counts in bigints',
    async (run) => {
      const request = transferRequest(run)
      if (!request) return
      const { answer } = await run.ask(CollectibleTransfers, 'prepare', request)
      check(answer.calls.length > 0, 'calls that move it, found none', 'answer the calls for `Calls`')
      const owner = { ...request, owner: run.harness.account.address }
      const count = (await run.ask(CollectibleTransfers, 'count', owner)).answer
      check(
        answer.ownerHas === count,
        `\`ownerHas\` to be ${count}, which count() answers, found ${answer.ownerHas}`,
        'ask the collection for both',
      )
    },
  )

  for (const [what, code, change] of [
    ['to the owner', 'COLLECTIBLE_TO_SELF', (run: CapabilityRun) => ({ to: run.harness.account.address })],
    ['to nobody', 'COLLECTIBLE_TO_NOBODY', () => ({ to: 'nobody' })],
    ['of more than the account has', 'COLLECTIBLE_NOT_OWNED', () => ({ amount: 10n ** 30n })],
  ] as const) {
    test('collectibles', `refuses a transfer ${what}`, async (run) => {
      const request = transferRequest(run)
      const capability = run.find(CollectibleTransfers)
      if (!request || !capability) return
      const found = await codedFailure(
        () => capability.prepare({ ...request, ...change(run) }),
        `prepare() of a collectible ${what}`,
        run.limit,
      )
      check(
        found === code,
        `the code ${code} for a transfer ${what}, found ${found}`,
        'refuse it by its reason',
      )
    })
  }
}

function transferRequest(run: CapabilityRun) {
  const { account, inputs } = run.harness
  if (!run.find(CollectibleTransfers) || !inputs.collectible || !inputs.receiver) return undefined
  return { ...inputs.collectible, from: account.address, to: inputs.receiver, amount: 1n }
}
