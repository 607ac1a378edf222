import { Icon, type IconProps } from './Icon.js'

export function MoreIcon(props: IconProps) {
  return (
    <Icon
      {...props}
      path="M5.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0ZM11.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0ZM17.4 12a.6.6 0 1 0 1.2 0 .6.6 0 1 0-1.2 0Z"
    />
  )
}
