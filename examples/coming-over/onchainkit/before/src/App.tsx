import { Avatar, Name } from '@coinbase/onchainkit/identity'
import { ConnectWallet, Wallet, WalletDropdown, WalletDropdownDisconnect } from '@coinbase/onchainkit/wallet'
import { Person } from './Person'
import { Tip } from './Tip'

export function App() {
  return (
    <main>
      <h1>Tip jar</h1>
      <div data-testid="wallet">
        <Wallet>
          <ConnectWallet disconnectedLabel="Connect wallet">
            <Avatar />
            <Name />
          </ConnectWallet>
          <WalletDropdown>
            <WalletDropdownDisconnect />
          </WalletDropdown>
        </Wallet>
      </div>
      <Person />
      <Tip />
    </main>
  )
}
