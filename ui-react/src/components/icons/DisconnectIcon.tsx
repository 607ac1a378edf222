import { Icon, type IconProps } from './Icon.js'

export function DisconnectIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M14 4H7a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h7M10 12h10m-3.5-3.5L20 12l-3.5 3.5"
      isDirectional
    />
  )
}
