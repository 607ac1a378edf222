import { Icon, type IconProps } from './Icon.js'

export function SendIcon(props: IconProps) {
  return <Icon {...props} path="M6.5 17.5 17.5 6.5M8.5 6.5h9v9" isDirectional />
}
