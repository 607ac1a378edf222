import { holdAnswer } from '../../../kernel/test/holdAnswer.js'
import { readFileSync } from 'node:fs'
import { Connector, Namespace } from '@latchkey/kernel/plugin'
import { createKernel, memoryStorage } from '@latchkey/kernel'
import { connectorSuite, namespaceSuite, pluginSuite } from '@latchkey/kernel/testing'
import { createSolanaTestWallet } from '@latchkey/testkit/solana'
import { describe, test, vi } from 'vitest'
import vectors from '../vectors/address_kit.json' with { type: 'json' }
import { solana, solanaDevnet, solanaMainnet, solanaTestnet } from './index.js'

const networks = [solanaMainnet, solanaDevnet, solanaTestnet]
const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
const otherAddress =
  createSolanaTestWallet({ permitted: true, exposeAllAccounts: true }).wallet.accounts[1]?.address ?? ''
const create = () => solana({ networks })

describe('the plugin', () => {
  pluginSuite({ test, create, manifest })
})

describe('the namespace', () => {
  namespaceSuite({
    test,
    create() {
      const [namespace] = createKernel([create()], { storage: memoryStorage() }).list(Namespace)
      if (!namespace) throw new Error('no namespace')
      return namespace
    },
    valid: vectors.cases.filter(({ valid }) => valid).map(({ address }) => address),
    invalid: vectors.cases.filter(({ valid }) => !valid).map(({ address }) => address),
  })
})

describe('the connector', () => {
  connectorSuite({
    test,
    namespace: 'solana',
    networkIds: [solanaDevnet.id],
    async create() {
      vi.stubGlobal('window', new EventTarget())
      const kernel = createKernel([create()], { storage: memoryStorage(), onPluginError: 'throw' })
      await kernel.start()
      const { control, register, wallet } = createSolanaTestWallet({
        chains: [{ chain: 'solana:devnet', rpcUrl: 'http://127.0.0.1:9' }],
      })
      const unregister = register()
      const [connector] = kernel.list(Connector)
      if (!connector) throw new Error('the wallet was not found')
      const prompts = () =>
        control.requests.filter(({ params }) => (params as { silent?: boolean }).silent === false)
      return {
        connector,
        reject: () => control.rejectNext('standard:connect'),
        hang: () => control.setApproval('ask'),
        hold: () => holdAnswer(control),
        fail: () => control.garbage('null', 'standard:connect'),
        throws(error) {
          const feature = wallet.features['standard:connect']
          if (!feature) throw new Error('the wallet cannot connect')
          vi.spyOn(feature, 'connect').mockImplementationOnce(async () => {
            throw error
          })
        },
        changeAccount: () => control.switchAccount(otherAddress),
        prompts: () => prompts().length,
        async stop() {
          unregister()
          await kernel.dispose()
          vi.unstubAllGlobals()
        },
      }
    },
  })
})
