import { getDefaultConfig } from '@rainbow-me/rainbowkit'
import { metaMaskWallet, rainbowWallet, walletConnectWallet } from '@rainbow-me/rainbowkit/wallets'
import { one, two } from './chains'

export const config = getDefaultConfig({
  appName: 'Tip jar',
  projectId: '00000000000000000000000000000000',
  chains: [one, two],
  wallets: [{ groupName: 'Popular', wallets: [metaMaskWallet, rainbowWallet, walletConnectWallet] }],
})
