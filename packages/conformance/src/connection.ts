// How requests reach a server: by which proxy, and why they do not.
export { proxyFor, requestByProxy, tunnelBy } from "./proxy.ts";
export { reasonOf } from "./targets.ts";
