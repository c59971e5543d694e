import java.io.File;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.MetadataApi;
import org.openapitools.client.api.ObjectsApi;
import org.openapitools.client.api.ProcessingApi;
import org.openapitools.client.api.ProjectsApi;
import org.openapitools.client.api.VideosApi;
import org.openapitools.client.model.*;

/** What a user of the client that openapi-generator makes for Java would write. */
public class Driver {
  static <T> T waitFor(Callable<T> read, Predicate<T> done) throws Exception {
    while (true) {
      T value = read.call();
      if (done.test(value)) return value;
      Thread.sleep(100);
    }
  }

  static void check(boolean holds) {
    if (!holds) throw new AssertionError();
  }

  static MarkedCorner corner(double x, double y) {
    return new MarkedCorner().x(x).y(y);
  }

  public static void main(String[] args) throws Exception {
    ApiClient client = new ApiClient().setBasePath(System.getenv("VMS_API_URL"));
    client.setBearerToken(System.getenv("VMS_API_KEY"));
    client.setReadTimeout(30_000);
    VideosApi videos = new VideosApi(client);
    MetadataApi metadata = new MetadataApi(client);
    ObjectsApi objects = new ObjectsApi(client);
    ProcessingApi processing = new ProcessingApi(client);
    ProjectsApi projects = new ProjectsApi(client);

    File clip = new File(System.getenv("VMS_CLIP"));
    String id = videos.uploadVideo(clip, null, "Harbour", false).getId();
    System.out.println("upload");

    Video video = waitFor(() -> videos.getVideo(id), each -> each.getStatus() == Video.StatusEnum.PROCESSED);
    check(video.getWidth() == 320 && video.getFileSize() == clip.length());
    check(videos.listVideos(1, 20, null, null, null, null, null, null, null, null, null).getVideos().stream().anyMatch(each -> each.getId().equals(id)));
    System.out.println("read");

    processing.startProcessing(id, null, null, new ProcessingOptions().fps(10.0));
    waitFor(
        () -> processing.getProcessingStatus(id), job -> job.getStatus() == JobStatus.StatusEnum.COMPLETED);
    System.out.println("process");

    BoxObject found =
        metadata.getMetadata(id, null, null).getObjects().values().iterator().next().getBoxObject();
    check(found.getTrack().get(0).getWidth() > 0);
    System.out.println("track");

    ObjectPatch label = new ObjectPatch().userLabel("Ferry").customData(Map.of("deck", 2));
    ObjectPatched patched = objects.patchObject(id, found.getId(), label, null, null);
    check(patched.getObject().getUserLabel().equals("Ferry"));
    check(objects.listObjects(id, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null, null).getObjects().stream().anyMatch(each -> each.getId().equals(found.getId())));
    System.out.println("object");

    MarkedSurface board =
        new MarkedSurface()
            .name("Board")
            .frame(0L)
            .corners(List.of(corner(0.2, 0.2), corner(0.5, 0.2), corner(0.5, 0.6), corner(0.2, 0.6)));
    String objectId = objects.createSurface(id, board, null, null, null).getObjectId();
    SurfaceObject surface = metadata.getMetadata(id, null, null).getObjects().get(objectId).getSurfaceObject();
    check(surface.getTrack().get(0).getCorners().size() == 4);
    System.out.println("surface");

    OverlayPluginPatch text =
        new OverlayPluginPatch().type("core:text").config(Map.of("text", "Harbour", "size", 0.08));
    OverlayPatch title = new OverlayPatch().id("title").position(new PointPatch().x(0.5).y(0.1)).plugin(text);
    EntryPatch speed = new EntryPatch().id("speed");
    speed.putAdditionalProperty("value", 4.2);
    MetadataPatch patch =
        new MetadataPatch()
            .addLayersItem(new LayerPatch().id("titles").addOverlaysItem(title))
            .addVariablesItem(speed);
    int version = metadata.patchMetadata(id, patch, null, null).getVersion();
    System.out.println("patch");

    ValueOperation replaced =
        new ValueOperation().op(ValueOperation.OpEnum.REPLACE).path("/variables/0/value").value(3.8);
    ChangeRequest request =
        new ChangeRequest().baseRevision(version).addChangesItem(new JsonPatchOperation(replaced));
    check(projects.applyChanges(id, request, null, null).getRevision() == version + 1);
    System.out.println("change");

    PluginInstallation callout =
        new PluginInstallation()
            .type("user:callout")
            .version("1.0.0")
            .configSchema(Map.of("type", "object"));
    check(projects.installPlugin(id, callout, null).getPlugin().getVersion().equals("1.0.0"));
    System.out.println("plugin");

    URI download = URI.create(metadata.exportVideo(id, "json").getDownloadUrl());
    try (var in = download.toURL().openStream()) {
      Files.copy(in, Path.of(System.getenv("VMS_OUT")));
    }
    System.out.println("export");

    try {
      videos.getVideo("none");
    } catch (ApiException refused) {
      ErrorDetail error = ErrorResponse.fromJson(refused.getResponseBody()).getError();
      check(refused.getCode() == 404 && error.getCode() == ErrorDetail.CodeEnum.VIDEO_NOT_FOUND);
      System.out.println("refusal");
    }

    check(videos.deleteVideo(id, null).getSuccess());
    System.out.println("delete");
    System.exit(0);
  }
}
