import { Icon, type IconProps } from './Icon.js'

export function ReceiveIcon(props: IconProps) {
  return <Icon {...props} path="M17.5 6.5 6.5 17.5M15.5 17.5h-9v-9" isDirectional />
}
