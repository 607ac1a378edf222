import { describe, expect, it } from 'vitest'
import type { ProposalNamespaces, SessionNamespaces } from './namespaceValidation.js'
import {
  isSessionCompatible,
  validateProposalNamespaces,
  validateSessionNamespaces,
} from './namespaceValidation.js'
import conforming from '../vectors/conforming_namespaces.json' with { type: 'json' }
import specification from '../vectors/namespace_validation_spec.json' with { type: 'json' }
import compatible from '../vectors/session_compatible.json' with { type: 'json' }

/** The specification prints one proposal bare, the others inside their fields. */
function proposalsOf(proposal: any): ProposalNamespaces[] {
  const { requiredNamespaces, optionalNamespaces } = proposal
  const wrapped = [requiredNamespaces, optionalNamespaces].filter(Boolean)
  return wrapped.length > 0 ? wrapped : [proposal]
}

describe('the specification of Sign namespaces', () => {
  it.each(specification.cases)('$id $title', (vector: any) => {
    const [required, ...rest] = proposalsOf(vector.proposal)
    const found = vector.session
      ? validateSessionNamespaces(required!, vector.session.namespaces)
      : [required!, ...rest].map(validateProposalNamespaces).find(Boolean)
    expect(found === undefined).toBe(vector.valid)
    if (vector.error_code) expect(found).toEqual({ code: vector.error_code, message: vector.error_message })
  })
})

describe('public vectors', () => {
  it.each(conforming.cases)('$desc', ({ required, approved, conforming: expected }) => {
    const found = validateSessionNamespaces(
      required as unknown as ProposalNamespaces,
      approved as unknown as SessionNamespaces,
    )
    expect(found === undefined).toBe(expected)
  })

  it.each(compatible.cases)('$desc', ({ session, params, compatible: expected }) => {
    expect(isSessionCompatible(session.namespaces, params.requiredNamespaces)).toBe(expected)
  })
})

const account = 'eip155:1:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'
const granted = { accounts: [account], methods: ['personal_sign'], events: ['chainChanged'] }

describe('validateProposalNamespaces', () => {
  it.each<[string, ProposalNamespaces, number | undefined]>([
    ['chains that are no CAIP-2 ids', { eip155: { chains: ['42'], methods: [], events: [] } }, 5100],
    ['no chains at all', { eip155: { methods: [], events: [] } }, 5100],
    ['a chain as key', { 'eip155:1': { methods: [], events: [] } }, undefined],
    [
      'a foreign chain under a chain key',
      { 'eip155:1': { chains: ['solana:x'], methods: [], events: [] } },
      5100,
    ],
    ['nothing', {}, undefined],
  ])('%s', (_title, namespaces, code) => {
    expect(validateProposalNamespaces(namespaces)?.code).toBe(code)
  })
})

describe('validateSessionNamespaces', () => {
  const wanted = { chains: ['eip155:1'], methods: [], events: [] }
  it.each<[string, ProposalNamespaces, SessionNamespaces, number | undefined]>([
    ['accounts that are no CAIP-10 ids', {}, { eip155: { ...granted, accounts: ['0xab'] } }, 5001],
    [
      'accounts without a chain (2.2)',
      { eip155: wanted },
      { eip155: { ...granted, accounts: ['eip155:0xab16a96d359ec26a11e2c2b3d8f8b8942d5bfcdb'] } },
      5001,
    ],
    ['accounts of another namespace (2.7)', {}, { cosmos: granted }, 5103],
    [
      'a missing chain',
      { eip155: { ...wanted, chains: ['eip155:1', 'eip155:10'] } },
      { eip155: granted },
      5001,
    ],
    ['a missing method', { eip155: { ...wanted, methods: ['eth_sign'] } }, { eip155: granted }, 5002],
    ['a missing event', { eip155: { ...wanted, events: ['message'] } }, { eip155: granted }, 5003],
    [
      'a missing namespace (2.9)',
      { eip155: wanted, solana: { ...wanted, chains: ['solana:x'] } },
      { eip155: granted },
      5000,
    ],
    ['a key that is no namespace', {}, { '**': granted }, 5104],
    [
      'a chain granted under its namespace',
      { 'eip155:1': { methods: [], events: [] } },
      { eip155: granted },
      undefined,
    ],
    ['a chain granted under its own key', { eip155: wanted }, { 'eip155:1': granted }, undefined],
    ['more than was asked for', {}, { eip155: granted }, undefined],
  ])('%s', (_title, required, session, code) => {
    expect(validateSessionNamespaces(required, session)?.code).toBe(code)
  })
})

it('says it in the words of the specification', () => {
  const wanted = { chains: ['eip155:1'], methods: [], events: [] }
  const messageOf = (required: ProposalNamespaces, session: SessionNamespaces = { eip155: granted }) =>
    validateSessionNamespaces(required, session)?.message
  expect([
    messageOf({}, { eip155: { ...granted, accounts: ['0xab'] } }),
    messageOf({ eip155: { ...wanted, methods: ['eth_sign'] } }),
    messageOf({ eip155: { ...wanted, chains: ['eip155:10'] } }),
    messageOf({ cosmos: { ...wanted, chains: ['cosmos:cosmoshub-4'] } }),
    messageOf({ eip155: { ...wanted, events: ['message'] } }),
  ]).toEqual([
    'Accounts must be CAIP-10 compliant',
    'All methods must be approved',
    'All chains must have at least one account',
    'All namespaces must be approved',
    'All events must be approved',
  ])
})
