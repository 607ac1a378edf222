import { parseEther } from 'viem'
import {
  useAccount,
  useSendTransaction,
  useSignMessage,
  useSwitchChain,
  useWaitForTransactionReceipt,
} from 'wagmi'
import { two } from './chains'

const jar = '0x000000000000000000000000000000000000dEaD'

/** The app's own code on wagmi, which stays. */
export function Tip() {
  const { address, chainId, isConnected } = useAccount()
  const { signMessage, data: signature } = useSignMessage()
  const { sendTransaction, data: hash } = useSendTransaction()
  const { switchChain } = useSwitchChain()
  const { data: receipt } = useWaitForTransactionReceipt({ hash })
  return (
    <section>
      <output data-testid="address">{isConnected ? address : ''}</output>
      <output data-testid="chain">{isConnected ? chainId : ''}</output>
      <button type="button" data-testid="sign" onClick={() => signMessage({ message: 'Thank you' })}>
        Sign
      </button>
      <output data-testid="signature">{signature}</output>
      <button
        type="button"
        data-testid="send"
        onClick={() => sendTransaction({ to: jar, value: parseEther('0.25') })}
      >
        Tip
      </button>
      <output data-testid="receipt">{receipt?.status}</output>
      <button type="button" data-testid="switch" onClick={() => switchChain({ chainId: two.id })}>
        Use Local two
      </button>
    </section>
  )
}
