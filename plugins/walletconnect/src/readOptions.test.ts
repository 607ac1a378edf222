import { describe, expect, it } from 'vitest'
import { walletConnect } from './walletConnect.js'

describe('options that cannot be used', () => {
  it.each([
    ['none', undefined, 'WALLET_CONNECT_OPTIONS_INVALID', 'expected { projectId }'],
    ['a text', 'a project', 'WALLET_CONNECT_OPTIONS_INVALID', 'takes an object of options, got a text'],
    ['no project', {}, 'PROJECT_ID_MISSING', 'Project ID Not Configured'],
    [
      'one that does not exist',
      { projectID: 'a' },
      'WALLET_CONNECT_OPTIONS_INVALID',
      'has no option "projectID"',
    ],
  ])('%s', (_, options, code, sentence) => {
    const run = () => walletConnect(options as never)
    expect(run).toThrow(expect.objectContaining({ code }))
    expect(run).toThrow(sentence)
  })
})
