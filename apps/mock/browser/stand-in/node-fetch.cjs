// Prism sends callbacks by node-fetch, and reads the headers of what answers them as that lists them.
exports.default = async (url, init) => {
  const response = await fetch(url, init);
  const raw = () => Object.fromEntries([...response.headers].map(([name, value]) => [name, [value]]));
  Object.assign(response.headers, { raw });
  return response;
};
