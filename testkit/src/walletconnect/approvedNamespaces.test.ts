import { buildApprovedNamespaces } from '@walletconnect/utils'
import { describe, expect, it } from 'vitest'
import vectors from './vectors/approved_namespaces.json' with { type: 'json' }

describe('the pinned client library builds approved namespaces as published', () => {
  it.each(vectors.cases)('$desc', (vector: any) => {
    const { requiredNamespaces, optionalNamespaces, supportedNamespaces } = vector
    const proposal = { requiredNamespaces, optionalNamespaces } as never
    const build = () => buildApprovedNamespaces({ proposal, supportedNamespaces })
    if (vector.throws) expect(build).toThrow()
    else expect(build()).toEqual(vector.expect)
  })
})
