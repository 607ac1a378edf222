import { Artwork } from '../../src/components/Artwork.js'
import { ArtworkGrid } from '../../src/components/ArtworkGrid.js'
import { AssetIcons } from '../../src/components/AssetIcons.js'
import { Avatar } from '../../src/components/Avatar.js'
import { Badge } from '../../src/components/Badge.js'
import { HiddenAmount } from '../../src/components/HiddenAmount.js'
import { NetworkIcon } from '../../src/components/NetworkIcon.js'
import { PicturePair } from '../../src/components/PicturePair.js'
import { QrCode } from '../../src/components/QrCode.js'
import { RingSpinner } from '../../src/components/RingSpinner.js'
import { TokenIcon } from '../../src/components/TokenIcon.js'
import { WalletIcon } from '../../src/components/WalletIcon.js'
import { icons } from '../icons.js'
import {
  address,
  brokenPicture,
  networkPicture,
  pairingUri,
  tokenPicture,
  walletPicture,
} from '../samples.js'
import type { Story } from '../story.js'

const sizes = ['xs', 'sm', 'md', 'lg', 'xl'] as const
const names = ['Harbour', 'Rainbow Road', 'Phantom', 'Keel', 'Talisman', 'Xverse', 'MetaMask', 'Ω wallet']

export const pictures: readonly Story[] = [
  {
    id: 'pictures/sizes',
    title: 'Avatar, WalletIcon, NetworkIcon: sizes',
    render: () => (
      <div className="stack">
        <div className="line">
          {sizes.map((size) => (
            <Avatar key={size} address={address} size={size} />
          ))}
        </div>
        <div className="line">
          {sizes.map((size) => (
            <WalletIcon key={size} name="Test wallet" src={walletPicture} size={size} />
          ))}
        </div>
        <div className="line">
          {sizes.map((size) => (
            <NetworkIcon key={size} name="Ethereum" size={size} />
          ))}
        </div>
      </div>
    ),
  },
  {
    id: 'pictures/gradients',
    title: 'WalletIcon: no picture, broken picture',
    render: () => (
      <div className="line">
        {names.map((name) => (
          <WalletIcon key={name} name={name} src={name === 'Keel' ? brokenPicture : undefined} />
        ))}
      </div>
    ),
  },
  {
    id: 'pictures/pair',
    title: 'PicturePair: at rest, active',
    render: () => (
      <div className="line">
        <PicturePair left={{ name: 'Exchange' }} right={{ name: 'Test wallet', src: walletPicture }} />
        <PicturePair active left={{ name: 'Exchange' }} right={{ name: 'Test wallet', src: walletPicture }} />
      </div>
    ),
  },
  {
    id: 'pictures/tokens',
    title: 'TokenIcon',
    render: () => (
      <div className="line">
        {(['sm', 'md', 'lg'] as const).map((size) => (
          <TokenIcon
            key={size}
            symbol="USDC"
            src={tokenPicture}
            networkName="Base"
            networkIcon={networkPicture}
            size={size}
          />
        ))}
        <TokenIcon symbol="ETH" />
        <TokenIcon symbol="LONGNAME" networkName="Ethereum" />
      </div>
    ),
  },
  {
    id: 'pictures/ring',
    title: 'RingSpinner',
    render: () => (
      <div className="line">
        {(['pending', 'error', 'unclear', 'success'] as const).map((state) => (
          <RingSpinner key={state} state={state}>
            <WalletIcon name="Harbour" size="lg" />
          </RingSpinner>
        ))}
      </div>
    ),
  },
  {
    id: 'pictures/qr',
    title: 'QrCode',
    render: () => <QrCode value={pairingUri} label="Connection code" />,
  },
  {
    id: 'pictures/qr-logo',
    title: 'QrCode: logo, small',
    render: () => (
      <QrCode
        value={pairingUri}
        size="md"
        logo={<WalletIcon name="Harbour" src={walletPicture} />}
        label="Connection code"
      />
    ),
  },
  {
    id: 'pictures/qr-long',
    title: 'QrCode: too long',
    render: () => <QrCode value={'x'.repeat(5000)} />,
  },
  {
    id: 'pictures/icons',
    title: 'Icons',
    render: () => (
      <div className="icons">
        {icons.map(([name, Icon]) => (
          <Icon key={name} size="lg" />
        ))}
      </div>
    ),
  },
  {
    id: 'pictures/artworks',
    title: 'Artwork, HiddenAmount',
    render: () => (
      <div className="stack">
        <ArtworkGrid label="Collectibles">
          <Artwork name="Harbour at night" subtitle="Quays" src={tokenPicture} />
          <Artwork name="Ticket" subtitle="Summer fair" badge={<Badge>×3</Badge>} />
          <Artwork name="A name that is longer than its picture is wide" src={brokenPicture} />
        </ArtworkGrid>
        <HiddenAmount />
      </div>
    ),
  },
  {
    id: 'pictures/assets',
    title: 'AssetIcons: one, two, a collectible',
    render: () => (
      <div className="line">
        <AssetIcons assets={[{ name: 'ETH', src: tokenPicture, shape: 'circle' }]} />
        <AssetIcons
          assets={[
            { name: 'USDC', shape: 'circle' },
            { name: 'ETH', src: tokenPicture, shape: 'circle' },
          ]}
        />
        <AssetIcons
          assets={[
            { name: 'ETH', shape: 'circle' },
            { name: 'Harbour at night', src: brokenPicture, shape: 'square' },
          ]}
        />
        <AssetIcons assets={[{ name: 'Harbour at night', shape: 'square' }]} />
      </div>
    ),
  },
]
