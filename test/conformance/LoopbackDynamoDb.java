import com.amazonaws.services.dynamodbv2.local.main.ServerRunner;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.stream.Stream;

/** Runs DynamoDB Local, which by itself listens on all interfaces, on loopback alone. Prints its address. */
class LoopbackDynamoDb {
  public static void main(String[] options) throws Exception {
    int port;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      port = socket.getLocalPort();
    }
    var arguments = Stream.concat(Stream.of(options), Stream.of("-port", "" + port)).toArray(String[]::new);
    var dynamoDb = ServerRunner.createServerFromCommandLineArgs(arguments);
    var field = dynamoDb.getClass().getDeclaredField("server");
    field.setAccessible(true);
    var jetty = field.get(dynamoDb);
    for (var connector : (Object[]) jetty.getClass().getMethod("getConnectors").invoke(jetty)) {
      connector.getClass().getMethod("setHost", String.class).invoke(connector, "127.0.0.1");
    }
    dynamoDb.start();
    System.out.println("http://127.0.0.1:" + port);
    dynamoDb.join();
  }
}
