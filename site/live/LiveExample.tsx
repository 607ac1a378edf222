import { AccountRoute } from '@latchkey/kernel/wallet'
import { useSend } from '@latchkey/plugin-send/react'
import {
  ConnectButton,
  KernelProvider,
  ModalView,
  useAccount,
  useConnect,
  useModal,
} from '@latchkey/ui-react'
import { useEffect } from 'react'
import type { Live } from './createLiveKernel.js'

interface LiveExampleProps {
  readonly live: Live
  /** `connect`, or what to show once the simulated wallet is connected: `account` or `send`. */
  readonly example: string
  readonly theme: 'light' | 'dark'
}

/** The real widget on the simulated wallet and chain. */
export function LiveExample({ live, example, theme }: LiveExampleProps) {
  return (
    <KernelProvider kernel={live.kernel} theme={theme}>
      <main className="stage">
        <h1 className="told">Live example</h1>
        {example === 'connect' ? <ConnectButton /> : <Connected live={live} example={example} />}
      </main>
    </KernelProvider>
  )
}

/** Connects without a question, so that a reader sees at once what the page is about; whatever is signed is asked for. */
function Connected({ live, example }: Pick<LiveExampleProps, 'live' | 'example'>) {
  const { open } = useModal()
  const { openSend } = useSend()
  const { isConnected } = useAccount()
  const { connectors, connect, error } = useConnect()
  const { control, info } = live.wallet
  // The wallet is found a moment after the kernel starts, as one of an extension is.
  const connectorId = connectors.find(({ rdns }) => rdns === info.rdns)?.id
  useEffect(() => {
    if (connectorId === undefined) return
    control.setApproval('auto')
    void connect({ connectorId }).then(() => control.setApproval('prompt'))
  }, [connectorId, control, connect])
  useEffect(() => {
    if (!isConnected) return
    if (example === 'send') openSend({ token: 'native', amount: '0.05', to: receiver })
    else open(AccountRoute)
  }, [isConnected, example, open, openSend])
  if (error) return <p role="alert">{error.message}</p>
  return (
    <div className="widget">
      <ModalView />
    </div>
  )
}

/** The second well-known account of local chains. */
const receiver = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
