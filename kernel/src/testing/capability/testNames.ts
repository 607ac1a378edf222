import { Explorer } from '../../contracts/capabilities/explorer.js'
import { Identities } from '../../contracts/capabilities/identity.js'
import { PaymentRequest } from '../../contracts/capabilities/paymentRequest.js'
import { describeFound } from '../describeFound.js'
import { check } from '../suite.js'
import type { CapabilityRun, CapabilityTests } from './runCapability.js'
import { addressed } from './testReads.js'

const unknownName = 'nobody-has-this-name.invalid'

/** Names, links and bills. */
export function testNames(tests: CapabilityTests): void {
  const { test } = tests
  testLinks(tests)
  test('names', 'finds the address of a name, and nothing for a name that nobody has', async (run) => {
    const { networkId, inputs, namespace } = run.harness
    if (run.find(Identities)?.supports?.(networkId) === false || !run.find(Identities)) return
    await run.ask(Identities, 'lookup', addressed(run))
    const none = await run.ask(Identities, 'resolve', { networkId, name: unknownName })
    check(
      none.answer === undefined,
      `resolve() of Identities to answer undefined for a name that nobody has, found ${describeFound(none.answer)}`,
      'answer an address only where the name leads to one',
    )
    if (!inputs.name) return
    const { answer } = await run.ask(Identities, 'resolve', { networkId, name: inputs.name.name })
    check(
      answer !== undefined && namespace.isSameAddress(answer, inputs.name.address),
      `"${inputs.name.name}" to stand for ${inputs.name.address}, found ${describeFound(answer)}`,
      'resolve the name on the network that was asked for',
    )
  })

  test('bills', 'writes a link that names the receiver, and reads it back as it was', async (run) => {
    const requests = run.find(PaymentRequest)
    const { networkId, inputs } = run.harness
    if (!requests || !inputs.receiver) return
    const amount = requests.amounts ? inputs.amount : undefined
    const request = { networkId, address: inputs.receiver, ...(amount !== undefined && { amount }) }
    const { answer } = await run.ask(PaymentRequest, 'create', request)
    check(
      answer,
      'create() of PaymentRequest to answer a link',
      'answer undefined only for what can’t be paid',
    )
    const read = await requests.links?.read(answer.uri)
    if (read === undefined || answer.uri === answer.address) return
    check(
      'to' in read && run.harness.namespace.isSameAddress(read.to, inputs.receiver),
      `the link to name ${inputs.receiver}, found ${describeFound(read)}`,
      'write and read links by the same standard',
    )
    if (amount === undefined || !read.amount || !('units' in read.amount)) return
    check(
      read.amount.units === amount,
      `the link to ask for ${amount}, found ${read.amount.units}`,
      'write the amount as the standard does, and lose no digit of it',
    )
  })
}

function testLinks({ test }: CapabilityTests): void {
  test(
    'links',
    'leads to https pages of the explorer that the network names, and nowhere else',
    async (run) => {
      const explorer = run.find(Explorer)
      if (!explorer) return
      for (const id of ['0x"><script>', 'javascript:alert(1)', '../../evil', run.harness.account.address]) {
        checkLink(run, explorer.addressUrl(run.harness.networkId, id), 'addressUrl()')
        checkLink(run, explorer.transactionUrl(run.harness.networkId, id), 'transactionUrl()')
      }
      const nowhere = explorer.addressUrl(
        `${run.harness.account.namespace}:nowhere-00`,
        run.harness.account.address,
      )
      check(
        nowhere === undefined,
        `no link for a network that the namespace does not list, found ${describeFound(nowhere)}`,
        'answer undefined where the network names no explorer',
      )
    },
  )
}

function checkLink({ harness }: CapabilityRun, link: string | undefined, call: string): void {
  if (link === undefined) return
  const explorer = harness.namespace.networks.find(({ id }) => id === harness.networkId)?.explorer
  const base = explorer && new URL(explorer.url)
  const url = URL.canParse(link) ? new URL(link) : undefined
  check(
    url !== undefined &&
      url.origin === base?.origin &&
      url.pathname.startsWith(base.pathname.replace(/\/$/, '')),
    `${call} of Explorer to lead to ${explorer?.url ?? 'no page'}, found ${link}`,
    'encode what stands in the link, or make it with `linkToExplorer`',
  )
}
