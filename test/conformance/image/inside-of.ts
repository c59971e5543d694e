import type { MountedImage } from './built-image.ts';

/**
 * In a mount namespace: the root read-only, as on Lambda, with a `/tmp` of its own, then the image's user, who takes nothing along.
 * Networks and processes are the machine's, so that functions reach the stores of the rehearsal.
 */
const ENTER = `set -e
root=$1 user=$2; shift 2
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t tmpfs -o mode=1777,size=4g tmpfs "$root/tmp"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
chroot=$(PATH="$PATH:/usr/sbin:/sbin" && command -v chroot)
exec "$chroot" --userspec="$user" "$root" sh -c 'cd "$LAMBDA_TASK_ROOT" && exec "$@"' sh "$@"`;

/** Where functions run that an image has. */
export const insideOf = ({ root, user }: Pick<MountedImage, 'root' | 'user'>) => ({
  enter: ['unshare', '--mount', 'sh', '-c', ENTER, 'sh', root, user],
  node: '/var/lang/bin/node',
});
