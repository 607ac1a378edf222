import { Icon, type IconProps } from './Icon.js'

export function CloseIcon(props: IconProps) {
  return <Icon {...props} path="M6 6l12 12M18 6 6 18" />
}
