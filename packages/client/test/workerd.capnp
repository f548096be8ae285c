using Workerd = import "/workerd/workerd.capnp";

const config :Workerd.Config = (
  services = [
    (name = "main", worker = .suite),
    (name = "internet", network = (allow = ["private", "public"]))
  ],
  sockets = [(name = "http", address = "127.0.0.1:0", http = (), service = "main")]
);

const suite :Workerd.Worker = (
  modules = [(name = "suite", esModule = embed "suite.mjs")],
  compatibilityDate = "2025-09-01"
);
