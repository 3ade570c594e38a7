# Ubuntu 23.10 and later let no program make user namespaces without a profile; Chromium's sandbox is built on them.
abi <abi/4.0>,
include <tunables/global>

profile "${executable}" "/opt/${sanitizedProductName}/${executable}" flags=(unconfined) {
  userns,

  include if exists <local/${executable}>
}
