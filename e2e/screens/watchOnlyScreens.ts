import type { Kernel } from '@latchkey/kernel'
import { AccountRoute, Navigation } from '@latchkey/kernel/wallet'
import { eip155 } from '@latchkey/plugin-eip155'
import { receive } from '@latchkey/plugin-receive/react'
import { send } from '@latchkey/plugin-send/react'
import { siwx } from '@latchkey/plugin-siwx/react'
import { WatchAddressRoute, WatchOnly, watchOnlyId } from '@latchkey/plugin-watch-only'
import { watchOnly } from '@latchkey/plugin-watch-only/react'
import { click, findTestId, makeKernel, type Screen, until, write } from './screen.js'

const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const evm = () =>
  eip155({
    networks: [
      {
        id: 1,
        name: 'Ethereum',
        nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
        rpcUrls: { default: { http: ['http://127.0.0.1:1'] } },
      },
    ],
    discovery: false,
    injected: false,
  })

function watching(name: string, act: (kernel: Kernel) => unknown, signIn = false): Screen {
  return {
    id: `watch-only/${name}`,
    stage: () => {
      const plugins = [evm(), send(), receive(), watchOnly(), signIn && siwx({ required: true })]
      const kernel = makeKernel(plugins, 'Example exchange')
      return {
        kernel,
        act: async () => {
          const navigation = kernel.get(Navigation)
          await until(() => navigation.draws(WatchAddressRoute.name))
          await act(kernel)
        },
      }
    },
  }
}

async function openForm(kernel: Kernel, typed: string): Promise<void> {
  kernel.get(Navigation).open(WatchAddressRoute, { connectorId: watchOnlyId })
  if (typed) await write('lk-watch-address', typed)
  await findTestId('lk-watch-address')
}

const watch = (kernel: Kernel) => kernel.get(WatchOnly).watch({ namespace: 'eip155', address })

/** An account that is only looked at. */
export const watchOnlyScreens: readonly Screen[] = [
  watching('form', (kernel) => openForm(kernel, '')),
  watching('form-typed', (kernel) => openForm(kernel, address)),
  watching('form-refused', async (kernel) => {
    await openForm(kernel, address.slice(0, -1))
    await click('lk-watch-submit')
    await until(() => document.querySelector('.lk-field-error'))
  }),
  watching('account', async (kernel) => {
    await watch(kernel)
    kernel.get(Navigation).open(AccountRoute)
    await until(() => document.querySelector('.lk-banner'))
    // No node answers. Until that is known, the balance is loading.
    await until(() => document.querySelector('.lk-account-label'))
  }),
  watching(
    'sign-in',
    async (kernel) => {
      await watch(kernel)
      await findTestId('siwx-cancel')
    },
    true,
  ),
]
