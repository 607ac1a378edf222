import { ConnectPage } from './ConnectPage.js'
import { useWallets } from './useWallets.js'
import { WalletList } from './WalletList.js'

/** The wallet list alone, when it is kept out of the Connect view. */
export default function ConnectWalletsView() {
  return (
    <ConnectPage>
      <WalletList wallets={useWallets()} />
    </ConnectPage>
  )
}
